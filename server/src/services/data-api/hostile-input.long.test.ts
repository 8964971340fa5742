import { testHostileRequests } from './test-hostile-run.ts'

testHostileRequests(Array.from({ length: 40 }, (_, index) => index + 1))
