const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3600 },
  { name: 'min', seconds: 60 },
]

/** `45 s`, `12 min`, `3 h`; a dash without messages. */
export function formatAge(seconds: number | null): string {
  if (seconds === null) return '–'
  const unit = UNITS.find((each) => seconds >= each.seconds) ?? { name: 's', seconds: 1 }
  return `${Math.floor(Math.max(seconds, 0) / unit.seconds)} ${unit.name}`
}
