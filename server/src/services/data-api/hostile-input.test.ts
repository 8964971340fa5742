import { testHostileRequests } from './test-hostile-run.ts'

testHostileRequests([1, 2])
