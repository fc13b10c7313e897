-- SPDX-License-Identifier: Apache-2.0
-- For nvim-dap: `:DapContinue` in a C or C++ file asks for the capture.
-- Tried with Neovim 0.7.2 (Debian 12) and nvim-dap f0573ea of November 2022: nvim-dap of today wants a newer Neovim.
local dap = require("dap")
dap.adapters["tt-replay"] = { type = "executable", command = "tt-replay", args = { "debug", "--dap" } }
for _, language in ipairs({ "c", "cpp" }) do
    dap.configurations[language] = dap.configurations[language] or {}
    table.insert(dap.configurations[language], {
        type = "tt-replay",
        request = "launch",
        name = "Step through a capture",
        stopOnEntry = true,
        program = function()
            return vim.fn.input("Capture: ", vim.fn.getcwd() .. "/case.ttcap", "file")
        end,
    })
end
-- Backwards; a place or a command (`why dst:3,5`) is typed in the console, `:lua require("dap").repl.open()`.
vim.keymap.set("n", "<leader>db", dap.step_back)
vim.keymap.set("n", "<leader>dr", dap.reverse_continue)
