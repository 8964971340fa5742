import { testHostileRequests } from '../../../test/data-api/hostile-run.ts'

testHostileRequests(Array.from({ length: 40 }, (_, index) => index + 1))
