import { createRandom } from './random.ts';

/** A plant of a large catalogue. */
export type Entry = { name: string; tag: string | undefined };

/**
 * Makes the plants of a catalogue, the same in every run. As in a shop, some genera, species and tags are common and
 * most are rare. Two in three plants have the name of a cultivar, and one in twelve has no tag.
 */
export function createCatalogue(): () => Entry {
  const random = createRandom(1);
  const common = (of: number) => Math.floor(of * random() ** 2.2);
  const one = (words: string[]) => words[common(words.length)] ?? '';
  return () => {
    const genus = common(genera.length);
    // Each genus has only a part of all species.
    const species = epithets[(genus * 7 + common(16)) % epithets.length];
    const cross = random() < 0.06 ? '× ' : '';
    const cultivar = random() < 0.66 ? ` '${one(colours)} ${one(qualities)}'` : '';
    const tag = random() < 1 / 12 ? undefined : `${one(groups)}${random() < 0.5 ? ` ${one(places)}` : ''}`;
    return { name: `${genera[genus]} ${cross}${species}${cultivar}`, tag };
  };
}

const words = (text: string) => text.trim().split(/\s+/);

const genera = words(`
  Rosa Hosta Acer Hydrangea Salvia Geranium Iris Clematis Rhododendron Paeonia Dahlia Lavandula Sedum Heuchera Tulipa Narcissus
  Echeveria Monstera Philodendron Ficus Begonia Fuchsia Viola Primula Camellia Magnolia Cornus Prunus Malus Euphorbia
  Allium Aster Anemone Aquilegia Astilbe Aconitum Agapanthus Ajuga Alchemilla Artemisia Aloe Agave Anthurium Alocasia
  Bergenia Buddleja Buxus Calathea Campanula Carex Ceanothus Chrysanthemum Cistus Coreopsis Cotoneaster Crassula Crocus
  Cyclamen Cymbidium Daphne Delphinium Dianthus Digitalis Dracaena Dryopteris Echinacea Epimedium Erica Eryngium Fagus
  Forsythia Fritillaria Galanthus Gaura Gentiana Haworthia Hebe Hedera Helleborus Hemerocallis Hibiscus Hoya Hyacinthus
  Ilex Impatiens Jasminum Juniperus Kalanchoe Kniphofia Lilium Lobelia Lonicera Lupinus Miscanthus Nepeta Oenothera Osmanthus
  Pachysandra Papaver Pelargonium Peperomia Persicaria Phalaenopsis Phlox Photinia Pieris Pinus Potentilla Pulmonaria
  Quercus Ribes Rudbeckia Sambucus Sansevieria Saxifraga Scabiosa Sempervivum Skimmia Spiraea Syringa Taxus Thalictrum Thymus
  Tiarella Tradescantia Trillium Verbena Veronica Viburnum Vinca Weigela Wisteria Yucca Zamioculcas Zinnia`);
const epithets = words(`
  alba albiflora alpina amabilis angustifolia aurea australis autumnalis bicolor borealis bulbosa caerulea campanulata canadensis
  candida capensis carnea chinensis citrina coccinea communis cordifolia coronaria crispa davidii deliciosa densiflora digitata
  elata elegans erecta fastigiata ferruginea flava floribunda foetida fragrans frutescens fulgens germanica glabra glauca gracilis
  grandiflora grandis hirsuta hispanica hybrida incana incarnata japonica kamtschatica laciniata lactiflora laevis lanceolata
  latifolia lutea macrantha macrophylla maculata major maritima maxima microphylla minor mollis montana moschata multiflora nana
  nigra nivea nobilis occidentalis odorata officinalis orientalis ovata pallida palmata palustris paniculata parviflora peltata
  perennis persica pilosa plantaginea platyphylla polyantha praecox procumbens pubescens pulchella pumila punctata purpurea
  racemosa radicans repens reptans rotundifolia rubra rugosa rupestris sanguinea sativa scandens sempervirens serrata sibirica
  sinensis speciosa spectabilis spicata spinosa stellata stricta suaveolens sylvatica tenuifolia tomentosa tricolor trifida
  umbellata variegata velutina verticillata viridis virginica vulgaris`);
const colours = words(`
  Red Blue White Pink Golden Purple Silver Black Scarlet Crimson Ivory Lemon Lavender Amber Coral Ruby Pearl Rose Orange Violet
  Copper Bronze Royal Snow Moonlight Midnight Summer Winter Spring Autumn`);
const qualities = words(`
  Beauty Star Queen King Dream Dragon Cloud Wonder Glory Charm Dwarf Giant Jewel Flame Fountain Cascade Carpet Ball Bells
  Butterfly Dancer Delight Emperor Fairy Fire Lady Lace Light Magic Mist Moon Pillar Prince Princess Rain Ribbon Rocket Spire
  Splendour Sprite Sunrise Sunset Surprise Velvet Wave Wings`);
const groups = words(`
  perennial shrub rose tree climber bulb grass fern succulent houseplant herb alpine annual conifer orchid aroid bamboo
  cactus hedge aquatic`);
const places = words('shade sun border pot indoor rockery pond bog wall coast woodland');
