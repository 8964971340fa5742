import '@tanstack/react-query'

type Meta = {
  /** `Failed to rename the project`: the one hook in `app` adds the reason and shows it. */
  failure?: string
  /** `Project renamed`: shown when it happened out of sight. */
  success?: string
  /** The failure is always reported, under this name. */
  tag?: string
  [key: string]: unknown
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: Meta
    mutationMeta: Meta
  }
}
