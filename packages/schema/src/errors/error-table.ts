/** The number is HTTP status x 100 + a serial. It is published: it never changes, nor stands for another error. */
export const errorTable = {
  badRequest: { error: 40000, title: 'The request could not be understood' },
  malformedJson: { error: 40001, title: 'The body is not JSON' },
  mediaType: { error: 40002, title: 'The body is not declared as application/json' },
  invalidField: { error: 40003, title: 'A field is missing or invalid' },
  idTaken: { error: 40004, title: 'Another plant has this id' },
  unreadableFile: { error: 40005, title: 'The file cannot be read' },
  noToken: { error: 40100, title: 'No bearer token was sent' },
  invalidToken: { error: 40101, title: 'The token is not valid' },
  endedToken: { error: 40102, title: 'The token has expired or was revoked' },
  wrongPassword: { error: 40103, title: 'Wrong user name or password' },
  deactivated: { error: 40104, title: 'The account is deactivated' },
  wrongPasskey: { error: 40105, title: 'The passkey is not valid here' },
  scopeMissing: { error: 40300, title: 'The token lacks a scope' },
  notFound: { error: 40400, title: 'Nothing is here' },
  methodNotAllowed: { error: 40500, title: 'The URL does not support this method' },
  gone: { error: 41000, title: 'The position in the feed is gone' },
  preconditionFailed: { error: 41200, title: 'The precondition does not match' },
  tooLarge: { error: 41300, title: 'The body is too large' },
  preconditionRequired: { error: 42800, title: 'A precondition header is required' },
  tooManyRequests: { error: 42900, title: 'Too many requests' },
  internal: { error: 50000, title: 'The server failed' },
  unavailable: { error: 50300, title: 'The store is unavailable' },
} as const;

export type ErrorCode = keyof typeof errorTable;

export const statusOf = (code: ErrorCode): number => Math.floor(errorTable[code].error / 100);
