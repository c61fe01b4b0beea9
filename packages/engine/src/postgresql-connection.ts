export { connect, connectForWork, nameOf, withClient } from './postgresql/connection/client.ts';
export { assertSameStore } from './postgresql/connection/direct.ts';
export { rolledBackFaultOf, serverFaultKind } from './postgresql/connection/fault.ts';
export { describe, effective, placeOf, quoted, withDatabase } from './postgresql/connection/place.ts';
export { createPreparer } from './postgresql/connection/prepared-statements.ts';
export { serverStartError } from './postgresql/connection/start-errors.ts';
export { tlsModeOf } from './postgresql/connection/tls.ts';
export { createTransactor, transactOn } from './postgresql/connection/transaction.ts';
export { type Preparation, prepareDatabase } from './postgresql/schema/preparation.ts';
