import { useQueryClient } from '@tanstack/react-query';
import { useRequest } from '../../session/use-request.ts';

/** Asks the store something about tokens, and has the list read anew when it was done. */
export function useTokenRequest<Result>(onDone: (result: Result) => void) {
  const queries = useQueryClient();
  return useRequest<Result>((result) => {
    void queries.invalidateQueries({ queryKey: ['tokens'] });
    onDone(result);
  });
}
