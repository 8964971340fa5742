import { inject } from 'vitest'
import { testProjectKeys } from '../support/project-keys.ts'

testProjectKeys(inject('attackWorld'), false)
