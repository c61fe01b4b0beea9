// node --import "second-signal.mjs?SIGNAL" COMMAND: the command gets the signal once more, as from npm and from the
// terminal both, at the moment when it says that it was stopped.
const { search } = new URL(import.meta.url);
const write = process.stderr.write.bind(process.stderr);

process.stderr.write = (text, ...words) => {
  if (/^Stopped/.test(text)) process.kill(process.pid, search.slice(1));
  return write(text, ...words);
};
