type Listed = { readonly ref: string; readonly parent_project_ref: string | null }

/** The ref of the project that a branch, or a branch of a branch, descends from; its own for a project. */
export function rootProject(projects: readonly Listed[], ref: string): string {
  const byRef = new Map(projects.map((project) => [project.ref, project]))
  const seen = new Set<string>()
  let current = ref
  while (!seen.has(current)) {
    seen.add(current)
    const parent = byRef.get(current)?.parent_project_ref ?? null
    if (parent === null) return current
    current = parent
  }
  return current
}
