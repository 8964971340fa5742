import type { Project } from './project.ts'

/** A value for each running project, created when it is first asked for. */
export type PerProject<Value> = {
  (project: Project): Value
  /** The value, if it was created and not dropped. */
  existing(project: Project): Value | undefined
  /** Removes the value and returns it. */
  drop(project: Project): Value | undefined
}

/** Values live as long as their projects, unless they are dropped before. */
export function perProject<Value>(create: (project: Project) => Value): PerProject<Value> {
  const values = new WeakMap<Project, { readonly value: Value }>()
  const of = (project: Project): Value => {
    const known = values.get(project)
    if (known) return known.value
    const value = create(project)
    values.set(project, { value })
    return value
  }
  return Object.assign(of, {
    existing: (project: Project) => values.get(project)?.value,
    drop(project: Project) {
      const known = values.get(project)
      values.delete(project)
      return known?.value
    },
  })
}
