export const tradeWords: readonly string[] = `
  plant plants plantstore plantshop plant shop store nursery nurseries garden gardens gardener gardening
  gardencentre gardencenter greenhouse glasshouse hothouse florist flower flowers flowershop blossom bloom
  botanic botanical botany horticulture orchard allotment greenthumb greenfingers green thumb fingers
  seed seeds seedling seedlings sapling cutting cuttings bulb bulbs root roots leaf leaves stem petal
  soil compost mulch peat fertilizer fertiliser watering wateringcan pots flowerpot potting pruning propagation
  houseplant houseplants succulent succulents cactus cacti fern ferns moss herb herbs shrub shrubs hedge
  orchid orchids rose roses tulip tulips daisy lily lavender jasmine geranium begonia petunia dahlia peony
  monstera deliciosa ficus benjamina elastica aloe vera philodendron pothos calathea dracaena sansevieria
  bonsai basil rosemary thyme mint hydrangea rhododendron azalea magnolia camellia wisteria clematis chrysanthemum
`
  .trim()
  .split(/\s+/);
