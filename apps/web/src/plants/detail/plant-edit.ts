import { NewPlantText, type TextField, textFields } from '@plant-store/schema';
import * as z from 'zod/mini';
import type { PlantText } from '../queries/plant-requests.ts';

/** An unchanged field stays as it is: an earlier version stored names that the store refuses today. */
export const plantEdit = (before: PlantText) =>
  z.object(
    Object.fromEntries(textFields.map((field) => [field, editOf(field, before[field])])) as Record<
      TextField,
      ReturnType<typeof editOf>
    >,
  );

const editOf = (field: TextField, before: string) =>
  z.pipe(
    z.string(),
    z.transform((text: string, { issues }) => {
      if (text === before) return text;
      const { data, error } = NewPlantText.shape[field].safeParse(text);
      for (const { message } of error?.issues ?? []) issues.push({ code: 'custom', message, input: text });
      return data ?? '';
    }),
  );
