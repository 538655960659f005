"""What a user calls from Python, loaded by `import pontoon_sim as pt` when it is first used.

Names become objects here, numbers may be written as on the command line (`1e6`, `"2M"`, `"0.1%"`),
and the rooms below do the work. Nothing is decided or computed here, and nothing below may import
it.
"""
