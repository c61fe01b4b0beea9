import type { ReactNode } from 'react';
import { PageTitle } from './page-title.tsx';

type SheetPageProps = { title: string; action?: ReactNode; children: ReactNode };

export const SheetPage = ({ title, action, children }: SheetPageProps) => (
  <>
    <PageTitle action={action}>{title}</PageTitle>
    {children}
  </>
);
