/** GoTrue's headers for one page of a list: the links to others, and the number of all items. */
export function pageHeaders(
  path: string,
  { page, perPage, total }: { page: number; perPage: number; total: number },
) {
  const lastPage = Math.ceil(total / perPage)
  const linkTo = (to: number, rel: string) =>
    `<${path}?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(lastPage > page ? [linkTo(page + 1, 'next')] : []), linkTo(lastPage, 'last')]
  return { link: links.join(', '), 'x-total-count': String(total) }
}
