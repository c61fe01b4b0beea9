const species = [
  ['Acer palmatum', 'maple'],
  ['Adiantum raddianum', 'fern'],
  ['Agave americana', 'succulent'],
  ['Aglaonema commutatum', 'aroid'],
  ['Aloe vera', 'succulent'],
  ['Anthurium andraeanum', 'aroid'],
  ['Asplenium nidus', 'fern'],
  ['Begonia rex', 'begonia'],
  ['Calathea orbifolia', 'prayer plant'],
  ['Camellia japonica', 'shrub'],
  ['Chlorophytum comosum', 'houseplant'],
  ['Crassula ovata', 'succulent'],
  ['Cyclamen persicum', 'tuber'],
  ['Dahlia pinnata', 'tuber'],
  ['Dracaena fragrans', 'houseplant'],
  ['Echeveria elegans', 'succulent'],
  ['Epipremnum aureum', 'aroid'],
  ['Ficus elastica', 'fig'],
  ['Ficus lyrata', 'fig'],
  ['Fuchsia magellanica', 'shrub'],
  ['Helleborus orientalis', 'perennial'],
  ['Hosta sieboldiana', 'perennial'],
  ['Hoya carnosa', 'climber'],
  ['Hydrangea macrophylla', 'shrub'],
  ['Iris germanica', 'perennial'],
  ['Lavandula angustifolia', 'herb'],
  ['Monstera deliciosa', 'aroid'],
  ['Nephrolepis exaltata', 'fern'],
  ['Pelargonium zonale', 'perennial'],
  ['Phalaenopsis amabilis', 'orchid'],
  ['Philodendron hederaceum', 'aroid'],
  ['Pilea peperomioides', 'houseplant'],
  ['Rosa gallica', 'rose'],
  ['Salvia rosmarinus', 'herb'],
  ['Sansevieria trifasciata', 'succulent'],
  ['Spathiphyllum wallisii', 'aroid'],
  ['Syringa vulgaris', 'shrub'],
  ['Tradescantia zebrina', 'houseplant'],
  ['Tulipa gesneriana', 'bulb'],
  ['Wisteria sinensis', 'climber'],
] as const;
const cultivars = [
  '',
  'Alba',
  'Aurea',
  'Compacta',
  'Nana',
  'Purpurea',
  'Rosea',
  'Rubra',
  'Splendens',
  'Variegata',
];
const potsCm = [9, 12, 14, 17, 21, 24];

/** The id of the first plant; smaller ids stay free for plants that are added by hand. */
export const firstId = 1001;

/** The first `count` plants of an endless list that is always the same, as pieces of a CSV file. */
export async function* seedPlants(count: number): AsyncGenerator<Uint8Array, void, void> {
  const encoder = new TextEncoder();
  yield encoder.encode('id,name,tag\n');
  for (let index = 0; index < count; index++) {
    const [name, tag] = at(species, index);
    const round = Math.floor(index / species.length);
    const cultivar = at(cultivars, round);
    const pot = at(potsCm, Math.floor(round / cultivars.length));
    yield encoder.encode(`${firstId + index},${name}${cultivar && ` '${cultivar}'`} ${pot} cm,${tag}\n`);
  }
}

const at = <Value>(values: readonly Value[], index: number): Value => values[index % values.length] as Value;
