export const LEVEL_LABELS: Readonly<Record<string, string>> = {
  debug: 'Debug',
  info: 'Info',
  warn: 'Warning',
  error: 'Error',
}
