import type { ReactElement, RefCallback } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { DialogPopup } from '../../../src/ui/dialogs/dialog-window.tsx';

afterEach(() => void vi.unstubAllGlobals());

test('the start of a dialog closes open popovers, and its end closes none', () => {
  const hidePopover = vi.fn();
  vi.stubGlobal('document', { querySelectorAll: () => [{ hidePopover }] });
  const { children } = DialogPopup({}).props as { children: [ReactElement<{ ref: RefCallback<object> }>] };
  const { ref } = children[0].props;
  ref(null);
  expect(hidePopover).not.toHaveBeenCalled();
  ref({});
  expect(hidePopover).toHaveBeenCalledOnce();
});
