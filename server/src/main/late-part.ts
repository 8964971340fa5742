/** A part of the installation that earlier parts call once it exists. */
export type LatePart<Part> = {
  /** Throws if the part does not exist yet. */
  get(): Part
  set(part: Part): Part
}

export function createLatePart<Part>(name: string): LatePart<Part> {
  let created: { readonly part: Part } | undefined
  return {
    get() {
      if (!created) throw new Error(`The ${name} does not exist yet.`)
      return created.part
    },
    set(part) {
      created = { part }
      return part
    },
  }
}
