type Part = Record<string, unknown>;
type Parts = Record<string, Part>;
/** Sent by clients, or received by them. */
type Side = 'input' | 'output';

const methods = ['get', 'put', 'post', 'delete', 'patch'];
const upperLimits = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'];
const lowerLimits = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'];
/** Keywords whose values cannot be ordered: each change counts. */
const unordered = [
  'format',
  'pattern',
  'const',
  'multipleOf',
  'uniqueItems',
  'not',
  'allOf',
  'default',
  'contentMediaType',
];

/** Patterns of inputs, each with the one that replaced it and accepts more. */
export const wider = new Map<unknown, string>([
  // The name of a token: marks too.
  ['^[\\p{L}\\p{N}][\\p{L}\\p{N} ._-]{0,63}$', '^[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N} ._-]{0,63}$'],
]);

const within = (place: string, found: string[]) => found.map((line) => `${place} ${line}`);
const partsOf = (value: unknown) => Object.entries((value ?? {}) as Parts);
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What the OpenAPI document `later` no longer promises of `earlier`, a line each. New operations, statuses, media types,
 * fields of answers, optional inputs and values of enums are allowed.
 */
export function narrowings(earlier: Part, later: Part): string[] {
  const known = new Map<string, string[]>();
  const inEarlier = (part: unknown) => resolved(earlier, part);
  const inLater = (part: unknown) => resolved(later, part);

  return partsOf(earlier.paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const was = operations[method] as Part | undefined;
      if (!was) return [];
      const is = (later.paths as Parts)[path]?.[method] as Part | undefined;
      return within(`${method.toUpperCase()} ${path}`, is ? ofOperation(was, is) : ['is gone']);
    }),
  );

  function ofOperation(was: Part, is: Part): string[] {
    const isPublic = ({ security }: Part, document: Part) => isEqual(security ?? document.security, []);
    const [body, newBody] = [inEarlier(was.requestBody), inLater(is.requestBody)];
    return [
      ...(isPublic(was, earlier) && !isPublic(is, later) ? ['needs a token'] : []),
      ...ofParameters(parametersOf(inEarlier, was), parametersOf(inLater, is)),
      ...(newBody.required && !body.required ? ['body is required'] : []),
      ...within('body', ofContents(body, newBody, 'input')),
      ...ofParts(was.responses, is.responses, (one, other) => {
        const [response, newResponse] = [inEarlier(one), inLater(other)];
        return [
          ...ofParts(response.headers, newResponse.headers, () => []),
          ...ofContents(response, newResponse, 'output'),
        ];
      }),
    ];
  }

  function ofParameters(was: Parts, is: Parts): string[] {
    const isRequired = (parameters: Parts, name: string) => parameters[name]?.required === true;
    const demanded = Object.keys(is).filter((name) => isRequired(is, name) && !isRequired(was, name));
    return [
      ...ofParts(was, is, (one, other) => ofSchema(one.schema, other.schema, 'input')),
      ...demanded.map((name) => `${name} is required`),
    ];
  }

  function ofContents({ content: was }: Part, { content: is }: Part, side: Side): string[] {
    return ofParts(was, is, (one, other) => ofSchema(one.schema, other.schema, side));
  }

  function ofSchema(one: unknown, other: unknown, side: Side): string[] {
    const key = JSON.stringify([one, other, side]);
    const before = known.get(key);
    if (before) return before;
    // A component may contain itself.
    known.set(key, []);
    const [was, is] = [inEarlier(one), inLater(other)];
    const found = [...ofTypes(was, is, side), ...ofValues(was, is, side), ...ofFields(was, is, side)];
    for (const name of ['items', 'contentSchema'])
      if (was[name]) found.push(...within(name, ofSchema(was[name], is[name], side)));
    known.set(key, found);
    return found;
  }

  function ofTypes(was: Part, is: Part, side: Side): string[] {
    const [old, now] = [typesOf(inEarlier, was), typesOf(inLater, is)];
    const [narrow, wide] = side === 'input' ? [old, now] : [now, old];
    const isWithin = (type: string) =>
      wide?.includes(type) || (type === 'integer' && wide?.includes('number'));
    if (wide && !narrow?.every(isWithin)) return [`type is ${now ?? 'any'}, was ${old ?? 'any'}`];
    const forms = [was, is].map(formsOf);
    if (forms.every(({ length }) => length === 1)) return [];
    const [oldForms = [], newForms = []] = forms;
    return oldForms.flatMap((form, index) => {
      const fits = newForms.map((candidate) =>
        form === was && candidate === is ? [] : ofSchema(form, candidate, side),
      );
      if (fits.some(({ length }) => length === 0)) return [];
      return fits[index] && fits.length >= oldForms.length
        ? within(`form ${index + 1}`, fits[index])
        : [`form ${index + 1} is gone`];
    });
  }

  function ofValues(was: Part, is: Part, side: Side): string[] {
    const change = (name: string) =>
      `${name} is ${JSON.stringify(is[name])}, was ${JSON.stringify(was[name])}`;
    const isInput = side === 'input';
    const [values, newValues] = [was.enum, is.enum] as (unknown[] | undefined)[];
    const changed = unordered.filter((name) =>
      was[name] === undefined
        ? isInput && name !== 'default' && is[name] !== undefined
        : !isEqual(was[name], is[name]) &&
          !(isInput && name === 'pattern' && wider.get(was.pattern) === is.pattern),
    );
    const isLess = (name: string, sign: number) =>
      isInput &&
      is[name] !== undefined &&
      (was[name] === undefined || sign * Number(is[name]) < sign * Number(was[name]));
    return [
      ...(newValues ? (values ?? []) : [])
        .filter((value) => !newValues?.includes(value))
        .map((value) => `${value} is gone`),
      ...(isInput && newValues && !values ? [change('enum')] : []),
      ...[
        ...changed,
        ...upperLimits.filter((name) => isLess(name, 1)),
        ...lowerLimits.filter((name) => isLess(name, -1)),
      ].map(change),
    ];
  }

  function ofFields(was: Part, is: Part, side: Side): string[] {
    const [old, now] = [was.required ?? [], is.required ?? []] as [string[], string[]];
    const isClosed = ({ additionalProperties: others }: Part) => others === false;
    return [
      ...ofParts(was.properties, is.properties, (one, other) => ofSchema(one, other, side)),
      ...(side === 'input'
        ? now.filter((name) => !old.includes(name)).map((name) => `${name} is required`)
        : old.filter((name) => !now.includes(name)).map((name) => `${name} may be missing`)),
      ...(side === 'input' && isClosed(is) && !isClosed(was) ? ['unknown fields are refused'] : []),
      ...(typeof was.additionalProperties === 'object'
        ? within('values', ofSchema(was.additionalProperties, is.additionalProperties, side))
        : []),
    ];
  }
}

/** Compares the parts of two objects by their names. */
const ofParts = (was: unknown, is: unknown, compare: (one: Part, other: Part) => string[]): string[] =>
  partsOf(was).flatMap(([name, part]) => {
    const other = (is as Parts | undefined)?.[name];
    return within(name, other ? compare(part, other) : ['is gone']);
  });

type Resolve = (part: unknown) => Part;

function resolved(document: Part, part: unknown): Part {
  const { $ref } = (part ?? {}) as { $ref?: string };
  if ($ref === undefined) return (part ?? {}) as Part;
  const names = $ref.split('/').slice(1);
  return resolved(
    document,
    names.reduce<unknown>((at, name) => (at as Part)[name], document),
  );
}

const parametersOf = (resolve: Resolve, { parameters = [] }: Part): Parts =>
  Object.fromEntries(
    (parameters as Part[]).map((one) => resolve(one)).map((one) => [`${one.in} ${one.name}`, one]),
  );

const formsOf = (schema: Part) => (schema.anyOf ?? schema.oneOf ?? [schema]) as Part[];

/** The JSON types that a schema allows; `undefined` for all. */
function typesOf(resolve: Resolve, schema: Part): string[] | undefined {
  if (schema.type !== undefined) return [schema.type].flat() as string[];
  const forms = formsOf(schema);
  const types = forms[0] === schema ? [undefined] : forms.map((form) => typesOf(resolve, resolve(form)));
  return types.includes(undefined) ? undefined : types.flatMap((all) => all ?? []);
}
