// node --import "second-signal.mjs?SIGNAL" COMMAND: the command gets the signal once more at the moment when it reports
// the first one, as from both npm and the terminal.
const { search } = new URL(import.meta.url);
const write = process.stderr.write.bind(process.stderr);

process.stderr.write = (text, ...words) => {
  if (/^Stopped/.test(text)) process.kill(process.pid, search.slice(1));
  return write(text, ...words);
};
