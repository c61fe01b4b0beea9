type Sent = { token?: string; body?: string; path?: string };
export type Clause = [promise: string, sent: Sent, answer: { status: number; body?: unknown }];
export function plantClauses(of: { ids: (number | bigint)[]; mark: string }): Clause[];
export function exactClauses(of: { id: bigint; mark: string }): Clause[];
