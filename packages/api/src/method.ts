/** Whether a request may change something. The methods of the others are GET and HEAD. */
export const isWrite = ({ method }: { method: string }): boolean => method !== 'GET' && method !== 'HEAD';
