import '@tanstack/react-query'

type Meta = {
  /** `Failed to rename the project`: the query cache adds the reason and shows a toast. */
  failure?: string
  /**
   * `Project renamed`: shown in a toast when the page does not show the success itself. A function
   * gets the response and the variables.
   */
  success?: string | ((response: unknown, variables: unknown) => string)
  /** With a tag, the failure is always reported, under this name. */
  tag?: string
  [key: string]: unknown
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta
    mutationMeta: Meta
  }
}
