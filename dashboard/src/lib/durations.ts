const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `0.4 s`, `12 s`, `3 min 5 s`, `2 h 4 min`, `3 d 4 h`. A clock that is a little off counts as 0. */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  if (whole < 10) return `${(Math.floor(Math.max(0, seconds) * 10) / 10).toFixed(1)} s`
  if (whole < MINUTE) return `${whole} s`
  if (whole < HOUR) return `${Math.floor(whole / MINUTE)} min ${whole % MINUTE} s`
  if (whole < DAY) return `${Math.floor(whole / HOUR)} h ${Math.floor((whole % HOUR) / MINUTE)} min`
  return `${Math.floor(whole / DAY)} d ${Math.floor((whole % DAY) / HOUR)} h`
}
