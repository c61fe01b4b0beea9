// Next runs this file before it hydrates the page.
import { guardInputMethods } from './ui/keyboard/input-method.ts';
import { keepTypedFields } from './ui/typed-fields.ts';

guardInputMethods();
keepTypedFields();
