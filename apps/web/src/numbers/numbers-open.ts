import { keptSwitch } from '../store/kept-switch.ts';

/** Whether the numbers are open in this browser. At first they are not: they would push the list away. */
export const { useIsOn: useNumbersOpen, set: setNumbersOpen } = keptSwitch('plant-store-numbers', false);
