import { CustomReport } from '@stoa/contract/platform/custom-reports'
import { reportInvalid } from './errors.ts'
import { MAX_REPORT_CHARACTERS } from './limits.ts'

/** Refuses a text that is not a report, so that every stored report can be opened by the others. */
export function requireReport(text: string): void {
  if (text.length > MAX_REPORT_CHARACTERS)
    throw reportInvalid(`it has more than ${MAX_REPORT_CHARACTERS} characters.`)
  const { success, error } = CustomReport.safeParse(parsed(text))
  if (success) return
  const [issue] = error.issues
  throw reportInvalid(`${issue?.path.join('.') || 'the text'}: ${issue?.message ?? 'not valid'}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
