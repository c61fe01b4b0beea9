// node --import "second-signal.mjs?SIGNAL" COMMAND: sends the command the signal again as soon as it reports the first
// one, like npm and the terminal together do.
const { search } = new URL(import.meta.url);
const write = process.stderr.write.bind(process.stderr);

process.stderr.write = (text, ...words) => {
  if (/^Stopped/.test(text)) process.kill(process.pid, search.slice(1));
  return write(text, ...words);
};
