import { describe, expect, test } from 'vitest'
import { networkOf } from './network.ts'

describe('the network of an IP address', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:cb00:7107', '203.0.113.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
    ['', ''],
    ['203.0.113.7:49152', '203.0.113.7'],
    ['[2001:db8:1:2::1]:49152', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::1]', '2001:db8:1:2::/64'],
    ['[203.0.113.7', '[203.0.113.7'],
    ['unix:', 'unix:'],
  ])('callers at the IP address “%s” are counted as the network “%s”', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})
