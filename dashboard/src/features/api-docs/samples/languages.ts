import { curlSample, type CurlTarget } from './curl.ts'
import { javascriptSample } from './javascript.ts'
import type { Operation } from './operation.ts'
import { pythonSample } from './python.ts'

export const SAMPLE_LANGUAGES = ['javascript', 'curl', 'python'] as const
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number]

export const LANGUAGE_NAMES: Readonly<Record<SampleLanguage, string>> = {
  javascript: 'JavaScript',
  curl: 'curl',
  python: 'Python',
}

export const isSampleLanguage = (value: unknown): value is SampleLanguage =>
  SAMPLE_LANGUAGES.some((language) => language === value)

/** Writes a request in one language. */
export function writeSample(
  operation: Operation,
  language: SampleLanguage,
  target: CurlTarget,
): string {
  if (language === 'curl') return curlSample(operation, target)
  if (language === 'python') return pythonSample(operation, target)
  return javascriptSample(operation, target)
}
