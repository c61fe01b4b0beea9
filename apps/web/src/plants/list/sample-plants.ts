const plants = [
  ['Monstera deliciosa', 'aroid'],
  ['Epipremnum aureum', 'aroid'],
  ['Zamioculcas zamiifolia', 'aroid'],
  ['Spathiphyllum wallisii', 'aroid'],
  ['Aloe vera', 'succulent'],
  ['Crassula ovata', 'succulent'],
  ['Echeveria elegans', 'succulent'],
  ['Sedum morganianum', 'succulent'],
  ['Ficus lyrata', 'fig'],
  ['Ficus elastica', 'fig'],
  ['Nephrolepis exaltata', 'fern'],
  ['Adiantum raddianum', 'fern'],
  ['Platycerium bifurcatum', 'fern'],
  ['Lavandula angustifolia', 'herb'],
  ['Salvia rosmarinus', 'herb'],
  ['Ocimum basilicum', 'herb'],
  ['Rosa rugosa', 'shrub'],
  ['Hydrangea macrophylla', 'shrub'],
  ['Acer palmatum', 'tree'],
  ['Olea europaea', 'tree'],
] as const;

/** Ids up to 1000 stay free for the examples in the documents. */
const smallestId = 1_001n;

/** Twenty sample plants. Their ids begin at `freeId`, or at 1001 if that is larger. */
export function samplePlants(freeId: bigint) {
  const firstId = freeId > smallestId ? freeId : smallestId;
  return plants.map(([name, tag], index) => ({ id: firstId + BigInt(index), name, tag }));
}
