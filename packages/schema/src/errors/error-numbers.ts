/** The numbers of errors: HTTP status x 100 + a serial. Published: none ever changes, or stands for another error. */
export const errorNumbers = {
  badRequest: 40000,
  malformedJson: 40001,
  mediaType: 40002,
  invalidField: 40003,
  idTaken: 40004,
  unreadableFile: 40005,
  noToken: 40100,
  invalidToken: 40101,
  endedToken: 40102,
  wrongPassword: 40103,
  deactivated: 40104,
  wrongPasskey: 40105,
  scopeMissing: 40300,
  notFound: 40400,
  methodNotAllowed: 40500,
  gone: 41000,
  preconditionFailed: 41200,
  tooLarge: 41300,
  preconditionRequired: 42800,
  tooManyRequests: 42900,
  internal: 50000,
  unavailable: 50300,
} as const;

export type ErrorCode = keyof typeof errorNumbers;

/** Apart from the numbers, as pages need only those. */
export const errorTitles: Record<ErrorCode, string> = {
  badRequest: 'The request could not be understood',
  malformedJson: 'The body is not JSON',
  mediaType: 'The body is not declared as application/json',
  invalidField: 'A field is missing or invalid',
  idTaken: 'Another plant has this id',
  unreadableFile: 'The file cannot be read',
  noToken: 'No bearer token was sent',
  invalidToken: 'The token is not valid',
  endedToken: 'The token has expired or was revoked',
  wrongPassword: 'Wrong user name or password',
  deactivated: 'The account is deactivated',
  wrongPasskey: 'The passkey is not valid here',
  scopeMissing: 'The token lacks a scope',
  notFound: 'Nothing is here',
  methodNotAllowed: 'The URL does not support this method',
  gone: 'The position in the feed is gone',
  preconditionFailed: 'The precondition does not match',
  tooLarge: 'The body is too large',
  preconditionRequired: 'A precondition header is required',
  tooManyRequests: 'Too many requests',
  internal: 'The server failed',
  unavailable: 'The store is unavailable',
};

export const statusOf = (code: ErrorCode): number => Math.floor(errorNumbers[code] / 100);
