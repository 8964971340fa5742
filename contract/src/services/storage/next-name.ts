/** The next name to try when one is taken: `a/b.png`, `a/b (1).png`, `a/b (2).png`. */
export function nextName(name: string): string {
  const start = name.replace(/\/$/, '').lastIndexOf('/') + 1
  const base = name.slice(start).replace(/\/$/, '')
  const dot = base.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [base.slice(0, dot), base.slice(dot)] : [base, '']
  const numbered = /^(.*) \((\d{1,3})\)$/.exec(stem)
  const [plain = stem, count = '0'] = numbered?.slice(1) ?? []
  return `${name.slice(0, start)}${plain} (${Number(count) + 1})${ending}`
}
