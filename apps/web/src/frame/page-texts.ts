/** The texts of the frame that only the server needs: it writes them into the pages. */
export const pageTexts = {
  description: "Keep your nursery's plant catalogue.",
  skip: 'Skip to content',
  notFound: { title: 'Page not found', lead: 'Try one of these:' },
};
