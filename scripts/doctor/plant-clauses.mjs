// The clauses of the contract's own operation. The bench asks every server for them, the doctor asks a running store.

/**
 * Clauses `[promise, sent, answer]`, in an order that matters. `ids` are four ids that no plant has, and each name
 * begins with the word `mark`. They add the first three; the third has the longest name.
 */
export const plantClauses = ({ ids: [first, second, third, nobody], mark }) => [
  ['a wrong token is refused', { token: 'wrong', path: `/plants/${first}` }, { status: 401 }],
  ['a wrong token adds nothing', { token: 'wrong', body: plant(first, mark) }, { status: 401 }],
  [
    'a plant is added and answered without its id',
    { body: plant(first, `${mark} Fern`, '"tag":"green"') },
    { status: 200, body: { name: `${mark} Fern`, tag: 'green' } },
  ],
  ['the id that is taken is refused', { body: plant(first, `${mark} Moss`) }, { status: 400 }],
  [
    'what holds it is unchanged',
    { path: `/plants/${first}` },
    { status: 200, body: { id: first, name: `${mark} Fern`, tag: 'green' } },
  ],
  [
    'texts are trimmed and stored in NFC',
    { body: `{"id":${second},"name":"  ${mark} Aloe\\u0308 "}` },
    { status: 200, body: { name: `${mark} Aloë` } },
  ],
  ['no name', { body: `{"id":${third}}` }, { status: 400 }],
  ['an empty name', { body: plant(third, ' ') }, { status: 400 }],
  ['a name of 201 characters', { body: plant(third, mark.padEnd(201, 'x')) }, { status: 400 }],
  ['a name of 200, beyond the BMP', { body: plant(third, longName(mark)) }, { status: 200 }],
  ['a tag of 101 characters', { body: plant(nobody, mark, `"tag":"${'x'.repeat(101)}"`) }, { status: 400 }],
  ['a control character', { body: plant(nobody, `${mark}\\u0007`) }, { status: 400 }],
  ['an id that is text', { body: plant(`"${nobody}"`, mark) }, { status: 400 }],
  ['an id with a fraction', { body: plant('1.5', mark) }, { status: 400 }],
  ['an id beyond int64', { body: plant('9223372036854775808', mark) }, { status: 400 }],
  ['JSON that is cut off', { body: `{"id":${nobody}` }, { status: 400 }],
  ['an id that nobody has', { path: `/plants/${nobody}` }, { status: 404 }],
];

/** Clauses with an odd id beyond 2^53, for servers that keep such ids exact. They add it and the id before. */
export const exactClauses = ({ id, mark }) => [
  [`id ${id}, beyond 2^53`, { body: plant(id, `${mark} Odd`) }, { status: 200 }],
  ['the id before it is free', { body: plant(id - 1n, `${mark} Even`) }, { status: 200 }],
  [
    'and written with an exponent it is taken',
    { body: plant(`${id / 10n}.${id % 10n}e1`, `${mark} Odd`) },
    { status: 400 },
  ],
];

/** The JSON of a plant. */
export const plant = (id, name, ...fields) => `{${[`"id":${id},"name":"${name}"`, ...fields].join()}}`;

const longName = (mark) => mark + '🌱'.repeat(200 - mark.length);
