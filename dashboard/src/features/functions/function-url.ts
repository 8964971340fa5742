export const functionUrl = (apiUrl: string, slug: string): string =>
  `${apiUrl}/functions/v1/${slug}`
