const namesByTag = {
  aroid: ['Monstera deliciosa', 'Epipremnum aureum', 'Zamioculcas zamiifolia', 'Spathiphyllum wallisii'],
  succulent: ['Aloe vera', 'Crassula ovata', 'Echeveria elegans', 'Sedum morganianum'],
  fig: ['Ficus lyrata', 'Ficus elastica'],
  fern: ['Nephrolepis exaltata', 'Adiantum raddianum', 'Platycerium bifurcatum'],
  herb: ['Lavandula angustifolia', 'Salvia rosmarinus', 'Ocimum basilicum'],
  shrub: ['Rosa rugosa', 'Hydrangea macrophylla'],
  tree: ['Acer palmatum', 'Olea europaea'],
};

/** Ids up to 1000 stay free for the examples in the documents. */
const smallestId = 1_001n;

/** Twenty sample plants. Their ids begin at `freeId`, or at 1001 if that is larger. */
export function samplePlants(freeId: bigint) {
  const firstId = freeId > smallestId ? freeId : smallestId;
  return Object.entries(namesByTag)
    .flatMap(([tag, names]) => names.map((name) => ({ name, tag })))
    .map((plant, index) => ({ id: firstId + BigInt(index), ...plant }));
}
