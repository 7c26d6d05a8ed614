/** The self-signed certificate for `localhost` of the mail server in tests. No other program trusts it. */
export const certificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgOtoFtkKl5dCPzSk3
HLDpFBQoP6vpgINDFG/9AKPBK3yhRANCAAQEbzHa/b/hvbBz4wlJcoPFgm11zI0K
i3mKlkfWjxAsvvPU5gjnwJm3Betyaa8Gq+nsVKYYPC63k5qyGBvyTitT
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUU5TkVVOUhhystxY2rgFbLkSJbaYwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTEyMTAxMloYDzIxMjYxMDI4
MTIxMDEyWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQEbzHa/b/hvbBz4wlJcoPFgm11zI0Ki3mKlkfWjxAsvvPU5gjnwJm3
Betyaa8Gq+nsVKYYPC63k5qyGBvyTitTo2kwZzAdBgNVHQ4EFgQUT5NuLpITbnlk
ylcFuQ7bsvjF/sswHwYDVR0jBBgwFoAUT5NuLpITbnlkylcFuQ7bsvjF/sswDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgXzP0PAfIubAWdPIlZkQBXL++MiFWYti0HFf5yYr4HAUCIHjk5iCcmORH
uU4Gkw5awY0bfvL5596mWauubYfLDC8e
-----END CERTIFICATE-----
`,
}
