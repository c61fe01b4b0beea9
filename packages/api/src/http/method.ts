/** Whether a request may change data: all methods except GET and HEAD. */
export const isWrite = ({ method }: { method: string }): boolean => method !== 'GET' && method !== 'HEAD';
