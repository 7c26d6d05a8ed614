import { expect, test } from 'vitest'
import { stateOfPincode } from './state-of-pincode.ts'

test.each([
  ['600004', 'Tamil Nadu'],
  ['641001', 'Tamil Nadu'],
  ['605001', 'Puducherry'],
  ['605602', 'Tamil Nadu'],
  ['609602', 'Puducherry'],
  ['609001', 'Tamil Nadu'],
  ['673310', 'Puducherry'],
  ['673001', 'Kerala'],
  ['682555', 'Lakshadweep'],
  ['560001', 'Karnataka'],
  ['517501', 'Andhra Pradesh'],
  ['533464', 'Puducherry'],
  ['500001', 'Telangana'],
  ['403001', 'Goa'],
  ['400001', 'Maharashtra'],
  ['110001', 'Delhi'],
  ['160017', 'Chandigarh'],
  ['141001', 'Punjab'],
  ['248001', 'Uttarakhand'],
  ['226001', 'Uttar Pradesh'],
  ['834001', 'Jharkhand'],
  ['800001', 'Bihar'],
  ['744101', 'Andaman and Nicobar Islands'],
  ['737101', 'Sikkim'],
  ['700001', 'West Bengal'],
  ['396210', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['395003', 'Gujarat'],
  ['900056', null],
  ['100000', null],
])('the state of the pincode %s is %s', (pincode, state) => {
  expect(stateOfPincode(pincode)).toBe(state)
})

test('each of the 36 states and union territories has at least one pincode', () => {
  const states = new Set<string | null>()
  for (let first = 100; first <= 999; first++) {
    for (let last = 0; last <= 999; last++) {
      states.add(stateOfPincode(`${first}${String(last).padStart(3, '0')}`))
    }
  }
  states.delete(null)
  expect(states.size).toBe(36)
})
