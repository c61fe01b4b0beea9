export {
  ErrorBody,
  type ErrorCode,
  errorTable,
  type FieldProblem,
  Problem,
  StoreError,
  statusOf,
} from './error.ts';
export { Actor, HistoryQuery, PageQuery, PlantChange, TrashedPlant } from './history.ts';
export { Int64, Int64Text, int64Max, int64Min } from './int64.ts';
export { parseJson, readNumber, toJson } from './json.ts';
export {
  limitDefault,
  limitMax,
  NewPlant,
  NewPlantText,
  nameMaxLength,
  Plant,
  PlantId,
  PlantPatch,
  PlantQuery,
  StoredPlant,
  tagMaxLength,
} from './plant.ts';
export { isAllowed, Scope, scopes } from './scope.ts';
