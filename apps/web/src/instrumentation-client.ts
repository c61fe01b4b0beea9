// Next runs this file before it hydrates the page.
import { keepTypedFields } from './ui/typed-fields.ts';

keepTypedFields();
