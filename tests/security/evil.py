"""Words of somebody who means harm."""

MARKUP = '<script>alert(1)</script><img src=x onerror=alert(2)> "onmouseover="alert(3) \' [x](javascript:alert(4)) </title></style>'
ORDERS = "\x1b]0;owned\x07\x1b[2J\x1b[31m\x9b31m\x08\u202e"
PACK = """campaign:
  id: evil
  title: {words}
  summary: {words}
  era: "1881"
  format: 1
start: {{location: yard, pc: hero}}
locations:
  yard:
    name: {words}
    look: {words}
characters:
  hero: {{name: "Ann Lee", pronouns: she}}
npcs:
  - id: bo
    name: "Bo {short}"
    location: yard
    looks: {words}
"""
