import { annotatedWriter, failure, openPlantFile } from '../src/index.ts';

// Reads a generated file of the given number of megabytes, with one invalid row in ten, and writes it back annotated.
const [megabytes = '200'] = process.argv.slice(2);
const total = Number(megabytes) * 1e6;

async function* generated() {
  yield new TextEncoder().encode('id,name,tag,note\n');
  const note = '"Pūhā", a note with ♥'.padEnd(150, '.').replaceAll('"', '""');
  for (let sent = 0, id = 0; sent < total; ) {
    let text = '';
    for (let i = 0; i < 500; i++, id++) text += `${id % 10 ? id : `#${id}`},Fern ${id},aroid,"${note}"\n`;
    const bytes = new TextEncoder().encode(text);
    sent += bytes.length;
    yield bytes;
  }
}

const { header, batches } = await openPlantFile(generated());
const writer = annotatedWriter(header);
let rows = 0;
let written = writer.head.length;
for await (const batch of batches) {
  rows += batch.length;
  written += writer.lines(batch.map((row) => ({ ...row, outcome: failure(row.problems) }))).length;
}
console.log(JSON.stringify({ rows, written, maxRssMb: process.resourceUsage().maxRSS / 1024 }));
