import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

// The generator of Prisma's command line, without the 180 MB of the command line. Its ES modules cannot be loaded.
const require = createRequire(import.meta.url);
const { getConfig, getDMMF } = require('@prisma/internals') as typeof import('@prisma/internals');
const { PrismaClientTsGenerator } =
  require('@prisma/client-generator-ts') as typeof import('@prisma/client-generator-ts');

// Prisma fixes the provider per schema, so each engine gets a client of its own, from the same models.
const prismaFolder = join(import.meta.dirname, '../../prisma');

await generate('sqlite');
await generate('postgresql');

async function generate(engine: 'sqlite' | 'postgresql') {
  const folder = join(import.meta.dirname, 'generated', engine);
  mkdirSync(folder, { recursive: true });
  const schemaPath = join(folder, 'schema.prisma');
  // The smaller compiler of queries: it takes 13 MB less, and what is asked through Prisma is asked twice a second.
  const datamodel = [
    'generator client {\n  provider = "prisma-client"\n  output = "./client"\n  runtime = "nodejs"\n  moduleFormat = "esm"\n  compilerBuild = "small"\n',
    '  generatedFileExtension = "ts"\n  importFileExtension = "ts"\n}\n\n',
    readFileSync(join(prismaFolder, engine, 'datasource.prisma'), 'utf8'),
    '\n',
    readFileSync(join(prismaFolder, 'models.prisma'), 'utf8'),
  ].join('');
  writeFileSync(schemaPath, datamodel);
  const { generators, datasources } = await getConfig({ datamodel: [[schemaPath, datamodel]] });
  const [config] = generators;
  if (!config?.output) throw new Error(`${schemaPath} names no generator with an output`);
  config.output.value = join(folder, 'client');
  const generator = new PrismaClientTsGenerator();
  await generator.generate({
    generator: config,
    otherGenerators: [],
    schemaPath,
    datamodel,
    datasources,
    dmmf: await getDMMF({ datamodel: [[schemaPath, datamodel]] }),
    version: (await generator.getManifest(config)).requiresEngineVersion ?? '',
  });
}
