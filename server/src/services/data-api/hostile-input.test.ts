import { testHostileRequests } from '../../../test/data-api/hostile-run.ts'

testHostileRequests([1, 2])
