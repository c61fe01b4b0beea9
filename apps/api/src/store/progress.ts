import { bytesText, durationText, type OnProgress, type Progress } from '@plant-store/db';

const quietMs = 1_000;
const betweenMs = 2_000;

/** Writes a line on standard error after a second and every two seconds: progress, speed and remaining time. */
export function progressLines(): OnProgress {
  let nextAt = performance.now() + quietMs;
  let since = { doing: '', done: 0, at: 0 };
  return (progress) => {
    if (since.doing !== progress.doing) since = { ...progress, at: performance.now() };
    if (performance.now() < nextAt) return;
    nextAt = performance.now() + betweenMs;
    process.stderr.write(lineOf(progress, since));
  };
}

function lineOf({ doing, done, total, unit }: Progress, since: { done: number; at: number }): string {
  if (done === 0 && total === 0) return `${doing} …\n`;
  const amount = (value: number) =>
    unit === 'bytes' ? bytesText(value) : `${Math.round(value).toLocaleString('en')} ${unit}`;
  const share = total > 0 ? ` ${Math.floor((done / total) * 100)} %` : '';
  const perMs = (done - since.done) / (performance.now() - since.at);
  const pace = perMs > 0 ? `, ${amount(perMs * 1_000)}/s` : '';
  const left = perMs > 0 && total > 0 ? `, ${durationText((total - done) / perMs)} left` : '';
  return `${doing} …${share} (${amount(done)}${total > 0 ? ` of ${amount(total)}` : ''}${pace}${left})\n`;
}
