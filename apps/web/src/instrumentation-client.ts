// Next runs this file before it hydrates the page.
import { keepTypedFields } from './ui/fields/typed-fields.ts';

keepTypedFields();
